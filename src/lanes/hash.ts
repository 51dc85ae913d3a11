/** Which lane a conversation rides, permanently. The result is stored with every row, so this must never change. */

/** 32-bit FNV-1a over the UTF-8 bytes, finished with an avalanche so that similar numbers spread evenly. */
export function laneOf(agentId: string, phoneNumber: string, laneCount: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${agentId} ${phoneNumber}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % laneCount;
}
