/** The RCS platform emulator in its own process: the same one that is built into the service by default. */
import { startEmulator } from '#emulator';
import { createLog } from '../src/log.ts';
import { optionsOfChild, serveParent } from './child.ts';

const { operatorKey, logLevel = 'warn' } = optionsOfChild<{ operatorKey: string; logLevel?: string }>();
const log = createLog({ level: logLevel, pretty: false, destination: process.stderr });
const emulator = await startEmulator({ host: '127.0.0.1', port: 0, operatorKey, log });
serveParent(emulator.url, {});
