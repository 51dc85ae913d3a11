/** What a slice of a job gives: the progress up to now, and where the next begins. `failure`: why the job ends with it. */
export type Slice = { progress: object; cursor: string | null; isLast: boolean; failure?: string };
