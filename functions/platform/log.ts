/** `details` contains ids and reasons, never an address, a token or a payload. */
export type Log = (event: string, details: Readonly<Record<string, string | number>>) => void
