/** Address and credentials of a database. */
export interface Connection {
  /** Host name, IP address, or absolute path of the socket folder. */
  host: string;
  port: number;
  database: string;
  user: string;
  password?: string;
}
