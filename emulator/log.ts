/** The part of a logger that the emulator needs; pino's and Fastify's fit. */
export type Log = {
  info(values: object, message: string): void;
  warn(values: object, message: string): void;
  error(values: object, message: string): void;
};
