/** Files by URL and by upload. Only their metadata is kept, not their bytes. Source: docs/platform.md, "Media". */
import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { request as httpRequest } from 'undici';
import { bareAgentId } from '../agents.ts';
import type { Emulator } from '../emulator.ts';
import { agentOf, type Platform } from '../platform.ts';
import { invalid } from './google-error.ts';
import { bodyOf, queryText } from './google-request.ts';
import { readMessage, type Shape } from './proto-json.ts';

const MAX_FILE_BYTES = 100 * 1024 * 1024;
/** A new one evicts the oldest. */
const MAX_FILES = 10_000;
const FETCH_TIMEOUT_MS = 30_000;

const MEDIA_TYPES = [
  ['application', 'pdf', 'ogg'],
  ['audio', 'ogg', 'aac', 'mp3', 'mpeg', 'mpg', 'mp4', 'mp4-latm', '3gpp'],
  ['image', 'jpeg', 'jpg', 'gif', 'png'],
  ['video', 'h263', 'm4v', 'mp4', 'mpeg4', 'mpeg', 'webm'],
].flatMap(([kind, ...subtypes]) => subtypes.map((subtype) => `${kind}/${subtype}`));

const FILE_REQUEST: Shape = {
  fields: {
    fileUrl: { type: 'string', maxLength: 2048 },
    thumbnailUrl: { type: 'string', maxLength: 2048 },
    agentId: { type: 'string' },
    contentDescription: { type: 'string' },
  },
};

export function fileRoutes({ platform }: Emulator): FastifyPluginAsync {
  return async (scope) => {
    scope.post('/files', async (request) => {
      const body = readMessage(bodyOf(request).json, FILE_REQUEST, 'request');
      const { fileUrl = '', agentId = queryText(request, 'agentId') } = body as { fileUrl?: string; agentId?: string };
      agentOf(platform, bareAgentId(agentId));
      if (!/^https?:\/\//.test(fileUrl) || !URL.canParse(fileUrl))
        throw invalid('The file URL is not valid.', 'file_url');
      return keep(platform, platform.settings.fetchFiles ? await inspect(fileUrl) : { mimeType: '', bytes: 0 });
    });
  };
}

export function uploadRoutes({ platform }: Emulator): FastifyPluginAsync {
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => {
      let bytes = 0;
      payload.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      payload.on('end', () => done(null, bytes));
      payload.on('error', done);
    });
    scope.post('/files', async (request) => {
      agentOf(platform, bareAgentId(queryText(request, 'agentId')));
      const uploadType = queryText(request, 'uploadType');
      if (uploadType !== '' && uploadType !== 'media') throw invalid(`The emulator has no ${uploadType} upload.`);
      return keep(platform, {
        mimeType: checkMediaType(request.headers['content-type']),
        bytes: checkSize((request.body as number | undefined) ?? 0),
      });
    });
  };
}

function keep({ files }: Platform, file: { mimeType: string; bytes: number }) {
  const name = `files/${randomUUID()}`;
  files.set(name, file);
  if (files.size > MAX_FILES) files.delete(files.keys().next().value!);
  return { name };
}

/** Fetches the URL, over one redirect at most, as `files.create` does. */
async function inspect(fileUrl: string, redirects = 1): Promise<{ mimeType: string; bytes: number }> {
  const answer = await httpRequest(fileUrl, { headersTimeout: FETCH_TIMEOUT_MS, bodyTimeout: FETCH_TIMEOUT_MS }).catch(
    () => {
      throw invalid('The file URL cannot be fetched.', 'file_url');
    },
  );
  const { location } = answer.headers;
  if (answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string' && redirects > 0) {
    await answer.body.dump();
    return inspect(new URL(location, fileUrl).href, redirects - 1);
  }
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_FILE_BYTES) break;
  }
  if (answer.statusCode !== 200) throw invalid(`The file URL answered ${answer.statusCode}.`, 'file_url');
  return { mimeType: checkMediaType(answer.headers['content-type']), bytes: checkSize(bytes) };
}

function checkMediaType(header: string | string[] | undefined): string {
  const mimeType = String(header ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase();
  if (!MEDIA_TYPES.includes(mimeType)) throw invalid(`The media type '${mimeType}' is not supported.`);
  return mimeType;
}

function checkSize(bytes: number): number {
  if (bytes === 0) throw invalid('The file is empty.');
  if (bytes > MAX_FILE_BYTES) throw invalid('The file exceeds 100 MiB.');
  return bytes;
}
