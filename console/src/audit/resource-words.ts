/** What can be changed, in words. */
import type { ResourceKind } from '@model/audit.ts';
import { texts } from '../texts/texts.ts';

export const RESOURCE_WORDS: Readonly<Record<ResourceKind, string>> = texts.audit.resource;
