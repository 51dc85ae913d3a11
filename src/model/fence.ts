/** The fence: proof of ownership in every write of a lane's owner; an owner of an older epoch can do no harm. */
export type Fence = { lane: number; owner: string; epoch: number };
