/** The test devices of agents. */
import type { Device, DevicePatch, NewDevice } from '../model/device.ts';
import type { Page, PageRequest } from '../model/page.ts';
import { after, type Paged, pageOf, position, rowsToAsk } from './page.ts';
import type { Sql } from './sql.ts';

type Row = Paged & { phoneNumber: string; draft: boolean; createdAt: Date };

const columns = (sql: Sql) => sql`phone_number as "phoneNumber", draft, created_at as "createdAt"`;

export async function hasDevice(sql: Sql, agentId: string, phoneNumber: string): Promise<boolean> {
  const rows = await sql`select 1 from device where agent_id = ${agentId} and phone_number = ${phoneNumber}`;
  return rows.length > 0;
}

/** More are not looked at. */
const MAX_DRAFT_DEVICES = 1_000;

/** The numbers that run the draft. */
export async function listDraftDevices(sql: Sql, agentId: string): Promise<string[]> {
  const rows = await sql<{ phoneNumber: string }[]>`
    select phone_number as "phoneNumber" from device
    where agent_id = ${agentId} and draft order by created_at desc limit ${MAX_DRAFT_DEVICES}`;
  return rows.map(({ phoneNumber }) => phoneNumber);
}

export async function findDevice(sql: Sql, agentId: string, phoneNumber: string): Promise<Device | undefined> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from device where agent_id = ${agentId} and phone_number = ${phoneNumber}`;
  return row && toDevice(row);
}

/** Locks it until the transaction ends. */
export async function findDeviceForUpdate(sql: Sql, agentId: string, phoneNumber: string): Promise<Device | undefined> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from device where agent_id = ${agentId} and phone_number = ${phoneNumber} for update`;
  return row && toDevice(row);
}

export async function listDevices(sql: Sql, agentId: string, request: PageRequest): Promise<Page<Device>> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}, ${position(sql)} from device
    where agent_id = ${agentId} ${after(sql, request, sql`phone_number`)}
    order by created_at desc, phone_number desc limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.position, row.phoneNumber], toDevice);
}

/** Undefined when the number is registered, or the agent is gone. */
export async function insertDevice(
  sql: Sql,
  agentId: string,
  { phoneNumber, draft = false }: NewDevice,
): Promise<Device | undefined> {
  const [row] = await sql<Row[]>`
    insert into device (agent_id, phone_number, draft)
    select agent_id, ${phoneNumber}, ${draft} from agent where agent_id = ${agentId} for key share
    on conflict do nothing returning ${columns(sql)}`;
  return row && toDevice(row);
}

/** Undefined when there is no such device. */
export async function updateDevice(
  sql: Sql,
  agentId: string,
  phoneNumber: string,
  { draft }: DevicePatch,
): Promise<Device | undefined> {
  const [row] = await sql<Row[]>`
    update device set draft = coalesce(${draft ?? null}, draft)
    where agent_id = ${agentId} and phone_number = ${phoneNumber} returning ${columns(sql)}`;
  return row && toDevice(row);
}

/** What it was; undefined when there was none. */
export async function removeDevice(sql: Sql, agentId: string, phoneNumber: string): Promise<Device | undefined> {
  const [row] = await sql<Row[]>`
    delete from device where agent_id = ${agentId} and phone_number = ${phoneNumber} returning ${columns(sql)}`;
  return row && toDevice(row);
}

function toDevice({ phoneNumber, draft, createdAt }: Row): Device {
  return { phoneNumber, ...(draft && { draft }), createdAt: createdAt.toISOString() };
}
