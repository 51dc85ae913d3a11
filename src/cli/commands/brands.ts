/** `parley brands`: on whose behalf agents speak. */

import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { fields, time, wholeTable } from '../output.ts';

export async function createBrand({ api, out }: Cli, { name }: { name: string }): Promise<void> {
  const brand = await api.POST('/brands', { body: { name } });
  out.show(brand, () => fields({ brandId: brand.brandId, name: brand.name }), brand.brandId);
  out.note(`\nNext: ${PROGRAM} agents create "${brand.name} bot" --brand ${brand.brandId}`);
}

export async function listBrands({ api, out }: Cli): Promise<void> {
  const brands = await api.list('/brands', 'brands');
  out.show(
    { brands },
    () =>
      brands.length === 0
        ? `There are no brands yet: ${PROGRAM} brands create <name>`
        : wholeTable(
            ['BRAND', 'NAME', 'CREATED'],
            brands.map(({ brandId, name, createdAt }) => [brandId, name, time(createdAt)]),
          ),
    brands.map(({ brandId }) => brandId),
  );
}
