/** `parley brands`: on whose behalf agents speak. */

import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { fields } from '../output.ts';

export async function createBrand({ api, out }: Cli, { name }: { name: string }): Promise<void> {
  const brand = await api.POST('/brands', { body: { name } });
  out.show(brand, () => fields({ brandId: brand.brandId, name: brand.name }), brand.brandId);
  out.note(`\nNext: ${PROGRAM} agents create "${brand.name} bot" --brand ${brand.brandId}`);
}
