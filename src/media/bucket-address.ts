/** The bucket for media, as the environment names it. What it is for: `bucket.ts`. */

export type BucketAddress = Readonly<{
  /** Of the bucket, with a prefix if there is one, without a trailing slash. */
  url: string;
  region: string | null;
  accessKeyId: string;
  secretAccessKey: string;
}>;

/** What is wrong is added to `problems`. */
export function readBucket(
  url: string | null,
  text: (name: string) => string | null,
  problems: string[],
): BucketAddress | null {
  if (url === null) return null;
  const [accessKeyId, secretAccessKey] = ['MEDIA_BUCKET_KEY_ID', 'MEDIA_BUCKET_SECRET'].map((name) => {
    if (text(name) === null) problems.push(`${name} is missing: MEDIA_BUCKET_URL needs the key of the bucket`);
    return text(name) ?? '';
  });
  return { url, region: text('MEDIA_BUCKET_REGION'), accessKeyId: accessKeyId!, secretAccessKey: secretAccessKey! };
}
