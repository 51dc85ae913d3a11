/** The RCS platform emulator as a process of its own: the same one that the service has inside by default. */
import { startEmulator } from '#emulator';
import { createLog } from '../src/log.ts';
import { optionsOfChild, serveParent } from './child.ts';

const { operatorKey, logLevel = 'warn' } = optionsOfChild<{ operatorKey: string; logLevel?: string }>();
const log = createLog({ level: logLevel, pretty: false, destination: process.stderr });
const emulator = await startEmulator({ host: '127.0.0.1', port: 0, operatorKey, log });
serveParent(emulator.url, {});
