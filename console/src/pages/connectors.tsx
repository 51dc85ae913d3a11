/** The systems that flows may call: their operations, each to be run now, and a new one, filled in or from a pasted `curl`. */
import { useState } from 'react';
import { AddOperation } from '../connectors/add-operation.tsx';
import { ConnectorCard } from '../connectors/connector-card.tsx';
import { AccountField, DEFAULT_ACCOUNT } from '../pieces/account-field.tsx';
import { Allowed } from '../pieces/allowed.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { Page } from '../pieces/page.tsx';
import { useList } from '../queries.ts';
import { texts } from '../texts/texts.ts';

export default function ConnectorsPage() {
  const [accountId, setAccountId] = useState(DEFAULT_ACCOUNT);
  const connectors = useList('/connectors', 'connectors', { params: { query: { accountId } } });
  return (
    <Page title={texts.shell.connectors} guide="connectors" description={texts.connectors.whatIsHere}>
      <AccountField value={accountId} onChange={setAccountId} />
      <Loaded of={connectors}>
        {(rows) => (
          <>
            {rows.map((connector) => (
              <ConnectorCard key={`${accountId} ${connector.connectorId}`} {...{ accountId, connector }} />
            ))}
            <Allowed to="createConnector">
              <AddOperation accountId={accountId} connectors={rows} />
            </Allowed>
          </>
        )}
      </Loaded>
      <MoreButton of={connectors} />
    </Page>
  );
}
