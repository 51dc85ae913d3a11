/** What a slice of a job gives: the progress up to now, and where the next one begins. */
export type Slice = { progress: object; cursor: string | null; isLast: boolean };
