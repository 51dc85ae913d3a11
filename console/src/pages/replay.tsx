/** Recorded conversations on a changed flow: what would have been different, before users notice. */

import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { LinkText } from '../links.tsx';
import { AgentPage } from '../pieces/agent-page.tsx';
import { Allowed } from '../pieces/allowed.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { useGet } from '../queries.ts';
import { ReplayForm } from '../replay/replay-form.tsx';
import { isOver, ReplayReport } from '../replay/replay-report.tsx';
import { texts } from '../texts/texts.ts';

const LOOK_EVERY_MS = 1_000;

export default function ReplayPage() {
  const { agentId, replayId } = useParams({ from: '/agents/$agentId/replay/{-$replayId}' });
  const breadcrumb = (
    <LinkText key="flow" to="/agents/$agentId/flow/{-$stateId}" params={{ agentId, stateId: undefined }}>
      {texts.shell.flow}
    </LinkText>
  );
  return (
    <AgentPage
      title={texts.pieces.replay}
      guide="replay"
      description={texts.replay.whatItShows}
      breadcrumbs={[breadcrumb]}
    >
      {replayId === undefined ? (
        <Allowed to="startReplay">
          <ReplayForm agentId={agentId} />
        </Allowed>
      ) : (
        <Followed key={replayId} agentId={agentId} replayId={replayId} />
      )}
    </AgentPage>
  );
}

/** Asked again until it is over. */
function Followed({ agentId, replayId }: { agentId: string; replayId: string }) {
  const [isEnded, setEnded] = useState(false);
  const replay = useGet('/agents/{agentId}/replays/{replayId}', {
    params: { path: { agentId, replayId } },
    ...(!isEnded && { everyMs: LOOK_EVERY_MS }),
  });
  if (!isEnded && replay.data && isOver(replay.data)) setEnded(true);
  return <Loaded of={replay}>{(found) => <ReplayReport agentId={agentId} replay={found} />}</Loaded>;
}
