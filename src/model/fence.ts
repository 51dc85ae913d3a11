/** Proof of ownership that every write of a lane's owner carries: an owner of an older epoch can do no harm. */
export type Fence = { lane: number; owner: string; epoch: number };
