/** What a state is called, and the calls that it makes. */
export const state = {
  displayName: 'Display name',
  displayNameHint: 'What people call it, such as “Ask for the order number”',
};
