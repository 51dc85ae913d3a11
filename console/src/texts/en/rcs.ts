/** A phone and what it shows. */
export const rcs = {
  phone: (phoneNumber: string) => `Phone ${phoneNumber}`,
  allPhones: 'All phones',
  verified: 'Verified',
  typing: 'typing',
  why: 'why?',
  aboutAgent: 'About this agent',

  status: {
    QUEUED: 'waiting for the phone',
    ENQUEUED: 'waiting',
    ACCEPTED: 'sent',
    SENT: 'sent',
    DELIVERED: 'delivered',
    READ: 'read',
    NOT_SENT: 'not sent',
    FAILED: 'failed',
    REVOKED: 'revoked',
    EXPIRED: 'expired',
    DROPPED: 'dropped',
  },

  carousel: 'Carousel',
  file: 'file',
  medium: 'media',
  tapEffect: {
    dialAction: 'On a phone it dials.',
    openUrlAction: 'On a phone it opens a URL.',
    viewLocationAction: 'On a phone it shows a location.',
    shareLocationAction: 'On a phone it shares the location.',
    createCalendarEventAction: 'On a phone it creates a calendar entry.',
  },

  moreToSend: 'More to send',
  shareLocation: 'Share a location',
  sendFile: 'Send a file',
  subscribe: 'Subscribe',
  unsubscribe: 'Unsubscribe',
  writeAsUser: 'Write as the user',
};
