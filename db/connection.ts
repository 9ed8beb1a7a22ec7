/** Where a database is and as whom to go there. */
export interface Connection {
  /** A host name or address, or the absolute path of the folder with the server's socket. */
  host: string;
  port: number;
  database: string;
  user: string;
  password?: string;
}
