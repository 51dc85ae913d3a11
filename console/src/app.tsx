/** The console: provides theme, queries and router, and shows the address's page. */
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './style.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { nonce } from './nonce.ts';
import { createQueries } from './queries.ts';
import { createConsoleRouter } from './routes.tsx';
import { hearOtherTabs } from './session.ts';
import { theme, themeVariables } from './theme.ts';

const queries = createQueries();
const router = createConsoleRouter(queries);
hearOtherTabs(queries, () => router.navigate({ to: '/log-in', ignoreBlocker: true }));

createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" limit={4} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
