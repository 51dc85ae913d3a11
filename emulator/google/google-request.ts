/** Parses a call of Google's API; a parameter that is missing or of a wrong type is the empty string. */
import type { FastifyRequest } from 'fastify';

/** A parsed body and its size on the wire, to which one of the platform's limits applies. */
export type JsonBody = { json: unknown; bytes: number };

export function queryText(request: FastifyRequest, name: string): string {
  return textOf((request.query as Record<string, unknown>)[name]);
}

/** The body; an absent one is an empty object, as for every protocol buffer. */
export function bodyOf(request: FastifyRequest): JsonBody {
  return (request.body as JsonBody | undefined) ?? { json: {}, bytes: 0 };
}

/** The body's fields; none if it is not an object. */
export function bodyFields(request: FastifyRequest): Record<string, unknown> {
  return fieldsOf(bodyOf(request).json);
}

export function fieldsOf(json: unknown): Record<string, unknown> {
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
