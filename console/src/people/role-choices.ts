/** The roles in words, from the least. */
import type { Role } from '@model/role.ts';
import { texts } from '../texts/texts.ts';

const WORDS: Readonly<Record<Role, string>> = texts.people.roles;

export const ROLE_CHOICES = Object.entries(WORDS).map(([value, label]) => ({ value, label }));
