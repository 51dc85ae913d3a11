/** The page of a phone: which one, what is sent to it, how an emulated one behaves. */
export const phone = {
  whatIsSeen: 'What the user sees. With the emulator you can use the phone yourself.',
  phones: 'Phones',
  noDevices: 'No test devices yet.',
  choose: 'Choose a phone',
  howToAdd:
    'Add a number on the left, for example +15550100001. It becomes a test device, so that the agent may message it before it is launched.',
  whyThat: 'Why did it say that?',
  notRegistered: 'Not a test device',
  notMessaged: 'The agent is in test mode and does not message this number.',
  register: 'Register it',

  disconnected: 'Disconnected',
  reconnecting: 'The phone has lost its connection to the service and is reconnecting.',
  writeFirst: 'No messages yet. Send a state to this phone, or write something.',
  noMessages: 'No messages yet.',
  readOnly: 'A real phone: this is a read-only record.',

  sendState: 'Send a state',
  onItsWay: (stateId: string | null, phoneNumber: string) => `“${stateId}” is on its way to ${phoneNumber}.`,
  noSuchState: 'No such state',
  noStates: 'The agent has no states yet',
  chooseState: 'Choose a state',
  params: 'Parameters',
  paramsForm: 'A JSON object; templates read it as params.',
  notJson: 'This is not valid JSON',

  settings: 'This phone',
  hasRcs: 'Has RCS',
  withoutRcs: 'Without it, the number is unknown to the platform.',
  online: 'Online',
  whenOffline: 'When offline, messages wait at the platform.',
  deliveredAfter: 'Delivered after',
  reads: 'Reads incoming messages',
  refusesWith: 'The platform refuses with',
  refusal: {
    '429': '429 · too many messages',
    '503': '503 · the platform is unavailable',
    '500': '500 · the platform failed',
    '403': '403 · not allowed to message this user',
    '400': '400 · the message is not valid',
  },
  times: 'How many times',
  refuse: 'Refuse the next messages',
  cancelRefusals: (left: number) =>
    left === 1 ? '1 refusal pending: cancel it' : `${left} refusals pending: cancel them`,
};
