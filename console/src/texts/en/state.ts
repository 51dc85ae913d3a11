/** What a state is called, the calls that it makes, and what is done with a flow now and then. */
export const state = {
  displayName: 'Display name',
  displayNameHint: 'What people call it, such as “Ask for the order number”',
  flowEntry: 'Flow begins at',
  flowEntryHint: 'The first state of its flow',

  more: 'More',
  tests: 'Tests',
  replay: 'Replay',

  viewOfMessage: 'View of the message',
  viewOfCalls: 'View of the operations',
  asForm: 'Form',

  callsWhat: 'Called one after the other when the state is entered, before its transitions are tried.',
  call: (position: number) => `call ${position}`,
  callNumber: (number: number) => `Call ${number}`,
  addCall: 'Add a call',
  connector: 'Connector',
  operation: 'Operation',
  credential: 'Credential',
  noCredential: 'none',
  resultName: 'Result name',
  instructions: 'Instructions for the model',
  otherData: 'Other data',
  answers: (call: string) => `What ${call} answers`,
  nothingIsCalled: 'No system is called by itself while you play.',
  goOn: 'Go on',
  callIt: 'Call it now',
  tryCall: 'Try it',
  tryCallTitle: 'Run the operation now',
};
