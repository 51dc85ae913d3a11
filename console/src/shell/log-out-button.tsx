/** The end of the session, here and in every other tab. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { notifyProblem } from '../notify.ts';
import { logOut } from '../session.ts';

export function LogOutButton() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leave = () => logOut(queries).then(() => navigate({ to: '/log-in' }), notifyProblem);
  return (
    <Tooltip label="Log out">
      <ActionIcon variant="default" size="lg" aria-label="Log out" onClick={leave}>
        <IconLogout size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
