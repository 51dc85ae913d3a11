/** Writes a flow test from a conversation; nothing is stored. The engine reads the turns, which are fetched here. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { PhoneNumber } from '../../model/phone-number.ts';
import { sessionTtlMs } from '../../model/session.ts';
import { listTurnsUpTo } from '../../store/conversations.ts';
import { AgentPath, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { recordedTurn } from './conversations.ts';
import { reachAgent } from './visibility.ts';

/** Each has its trace, and a longer test would not be read. */
const MAX_TURNS = 100;

const Turn = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31, description }));

const Request = Type.Object(
  {
    phoneNumber: PhoneNumber,
    from: Turn('The number of the first turn; that of the last session if absent.'),
    to: Turn('The number of the last turn; the latest if absent.'),
    personalData: Type.Optional(
      Type.Enum(['replace', 'keep'], {
        type: 'string',
        description: '`replace`, the default: what is recognised as personal is replaced, everywhere by the same.',
      }),
    ),
  },
  { additionalProperties: false },
);

const Written = Type.Object({
  test: ref('FlowTest'),
  notes: Type.Array(Type.String(), {
    description: 'What the test could not keep, and what to look at before using it.',
  }),
});

export function writtenTestRoutes(server: Server, context: Context): void {
  const { sql, lanes } = context;
  server.post(
    '/agents/:agentId/tests/from-conversation',
    {
      config: { problems: ['agent_not_found', 'conversation_not_found', 'invalid_phone_number'] },
      schema: {
        operationId: 'writeTestFromConversation',
        summary: 'Write a flow test from a conversation',
        description: `Turns become steps, with what the agent answered, what connectors answered, and the time in between. The user's number is replaced, and other personal data as far as it is recognised. Nothing is stored. It looks at the ${MAX_TURNS} turns up to \`to\`.`,
        tags: ['Flow tests'],
        params: AgentPath,
        body: Request,
        response: { 200: Written },
      },
    },
    async (request) => {
      const { agentId, config } = await reachAgent(context, request);
      const { phoneNumber, from = null, to = null, personalData = 'replace' } = request.body;
      const place = { lane: lanes.laneOf(agentId, phoneNumber), agentId, phoneNumber };
      const turns = await listTurnsUpTo(sql, place, to, MAX_TURNS);
      const written = context.writeTest({
        phoneNumber,
        sessionTtlMs: sessionTtlMs(config),
        sessionTtl: config.sessionTtl,
        optOut: config.optOut,
        turns: turns.reverse().map(recordedTurn),
        from,
        keepPersonalData: personalData === 'keep',
      });
      if (!written) {
        const detail = 'The agent has had no such turn with this number, or none is kept any longer.';
        throw new Problem('conversation_not_found', detail);
      }
      return written;
    },
  );
}
