/** Pieces that several pages are made of. */
export const pieces = {
  justNow: 'just now',
  loading: 'Loading',
  close: 'Close',
  closeMessage: 'Close the message',
  serviceFailed: 'The service failed',
  noReason: (status: number) => `It responded ${status} without a reason.`,
  unreachable: 'The service cannot be reached',
  unreachableReason: 'It may be stopped or restarting; check that it is running, then try again.',
};
