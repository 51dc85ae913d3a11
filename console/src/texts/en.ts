/** The console in English: the table that the others have the shape of. */
import { access } from './en/access.ts';
import { agents } from './en/agents.ts';
import { audit } from './en/audit.ts';
import { conditions } from './en/conditions.ts';
import { connectors } from './en/connectors.ts';
import { developer } from './en/developer.ts';
import { editor } from './en/editor.ts';
import { endpoints } from './en/endpoints.ts';
import { events } from './en/events.ts';
import { failures } from './en/failures.ts';
import { faults } from './en/faults.ts';
import { funnel } from './en/funnel.ts';
import { graph } from './en/graph.ts';
import { media } from './en/media.ts';
import { message } from './en/message.ts';
import { people } from './en/people.ts';
import { phone } from './en/phone.ts';
import { pieces } from './en/pieces.ts';
import { play } from './en/play.ts';
import { rcs } from './en/rcs.ts';
import { replay } from './en/replay.ts';
import { shell } from './en/shell.ts';
import { start } from './en/start.ts';
import { state } from './en/state.ts';
import { tests } from './en/tests.ts';
import { trace } from './en/trace.ts';
import { versions } from './en/versions.ts';

export const en = {
  access,
  agents,
  audit,
  conditions,
  connectors,
  developer,
  editor,
  endpoints,
  events,
  failures,
  faults,
  funnel,
  graph,
  media,
  message,
  people,
  phone,
  pieces,
  play,
  rcs,
  replay,
  shell,
  start,
  state,
  tests,
  trace,
  versions,
};
