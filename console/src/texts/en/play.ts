/** Playing the flow as it is edited. */
export const play = {
  title: 'Play',
  begin: 'Begin with',
  parameter: (name: string) => `Parameter ${name}`,
  draft: 'Draft',
  fromBeginning: 'From the beginning',
  variables: 'Variables',
  keep: 'Keep as a test',
  kept: (testId: string) => `The test ${testId} is kept with the agent.`,
  /** The title of the test. */
  playedFrom: (stateId: string) => `Played from ${stateId}`,
};
