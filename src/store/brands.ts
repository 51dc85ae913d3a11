/** The brands of accounts. */
import type { Brand } from '../model/brand.ts';
import type { Page, PageRequest } from '../model/page.ts';
import { after, type Paged, pageOf, position, rowsToAsk } from './page.ts';
import type { Sql } from './sql.ts';

type Row = Paged & { brandId: string; accountId: string; name: string; createdAt: Date };

const columns = (sql: Sql) => sql`brand_id as "brandId", account_id as "accountId", name, created_at as "createdAt"`;

export async function findBrand(sql: Sql, brandId: string): Promise<Brand | undefined> {
  const [row] = await sql<Row[]>`select ${columns(sql)} from brand where brand_id = ${brandId}`;
  return row && toBrand(row);
}

/** `accountId` null: of every account. */
export async function listBrands(sql: Sql, accountId: string | null, request: PageRequest): Promise<Page<Brand>> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}, ${position(sql)} from brand
    where (${accountId}::text is null or account_id = ${accountId}) ${after(sql, request, sql`brand_id`)}
    order by created_at desc, brand_id desc limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.position, row.brandId], toBrand);
}

export async function insertBrand(sql: Sql, brand: Omit<Brand, 'createdAt'>): Promise<Brand> {
  const { brandId, accountId, name } = brand;
  const [row] = await sql<Row[]>`
    insert into brand (brand_id, account_id, name) values (${brandId}, ${accountId}, ${name}) returning ${columns(sql)}`;
  return toBrand(row!);
}

function toBrand({ brandId, accountId, name, createdAt }: Row): Brand {
  return { brandId, accountId, name, createdAt: createdAt.toISOString() };
}
