/** The tuning of the embedded server, each line with its reason. Nothing here weakens durability. */

export const EMBEDDED_SETTINGS = {
  // Only this machine, by TCP and password. No socket file: its path may be too long below a deep data folder.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // PostgreSQL's own defaults, set here so that no file in the data folder can override them.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // 64 processes, the maximum, with 9 each, and some for a person who looks.
  max_connections: '640',
  // The hot tables and their indexes stay in memory; a quarter of the smallest supported machine (1 GB).
  shared_buffers: '256MB',
  // The first change of a page after a checkpoint is logged whole; compressed, that is about half the writing.
  wal_compression: 'on',
  // Checkpoints by time instead of volume, so that a busy minute does not cause one. Recovery reads at most this.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // An inbox turns over thousands of rows a second: cleaning once a minute would be too late.
  autovacuum_naptime: '5s',
  autovacuum_vacuum_cost_limit: '2000',
  // Our statements take milliseconds: compiling or parallelizing them costs more than it saves.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Checkpoints are only noise in a log that nobody rotates.
  log_checkpoints: 'off',
  // Messages in one language, whatever the machine's locale.
  lc_messages: 'C',
} as const satisfies Record<string, string>;
