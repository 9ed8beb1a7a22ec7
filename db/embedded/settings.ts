/**
 * Settings for a small server with one client program: little memory, few processes, no network. Everything that
 * keeps data safe (fsync, full_page_writes, checksums) keeps PostgreSQL's defaults.
 */
export const settings: Readonly<Record<string, string>> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "40",
  superuser_reserved_connections: "0",
  shared_buffers: "32MB",
  maintenance_work_mem: "32MB",
  io_workers: "1",
  max_parallel_workers_per_gather: "0",
  autovacuum_max_workers: "1",
  // Nothing replicates from it.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  min_wal_size: "16MB",
  max_wal_size: "256MB",
  // Statements are short, so compiling them costs more than it saves.
  jit: "off",
  timezone: "UTC",
  // Callers log failed statements; the server's log is for its own problems.
  log_min_messages: "log",
  log_checkpoints: "off",
};
