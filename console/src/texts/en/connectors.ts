/** The systems that flows ask: their operations, tried, and made from a curl command. */
import { number } from './number.ts';

export const connectors = {
  whatIsHere: 'The systems that flows ask before they answer.',
  operations: (count: number) => `${number(count)} ${count === 1 ? 'operation' : 'operations'}`,

  operationForm: (name: string) => `Operation ${name}`,
  noCredential: 'none',
  runNow: 'Run now',
  forReal: 'This calls the system for real.',
  failed: 'It failed',
  answered: (took: string) => `Answered in ${took}. A click on a value copies its variable.`,
  tool: (name: string) => `tool ${name}`,
  model: (name: string) => `model ${name}`,

  entries: (count: number) => `${number(count)} entries`,
  fields: (count: number) => `${number(count)} fields`,
  more: (count: number) => `… ${number(count)} more`,
  copyVariable: (variable: string) => `Copy ${variable}`,
  copiedVariable: (variable: string) => `copied ${variable}`,

  addOperation: 'Add an operation',
  curl: 'A curl command, as documentation prints it',
  curlForm: 'Write {name} where a value is to be filled in.',
  leftOut: 'Left out',
  oneMore: 'It gets one operation more.',
  newOne: 'A new one.',
  elsewhere: (address: string) => `Its address is ${address}`,
  operation: 'Operation',
  operationUse: 'The name that states use.',
  saveOperation: 'Save the operation',
  saved: (connectorId: string, name: string) => `${connectorId} has the operation ${name}.`,

  noCurl: 'This does not begin with “curl”.',
  noAddress: 'There is no address in it.',
  noMethod: (method: string | undefined) => `${method} is not a method that a connector uses.`,
  noJson: 'Its body is not JSON, which is all a connector sends.',
  storeApart: (name: string) => `${name}: store it as a credential`,
};
