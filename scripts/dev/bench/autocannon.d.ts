/** Types for the part of autocannon that we use, because the package has none. */
declare module 'autocannon' {
  type Request = { headers: Record<string, string>; [name: string]: unknown }
  type Options = {
    readonly url: string
    readonly connections: number
    /** Seconds. */
    readonly duration?: number
    /** The number of requests, instead of a duration. */
    readonly amount?: number
    readonly requests: readonly { readonly setupRequest: (request: Request) => Request }[]
  }
  type Result = {
    readonly requests: { readonly average: number; readonly total: number }
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number }
    readonly errors: number
    readonly non2xx: number
  }

  export type { Result }
  export default function autocannon(options: Options): Promise<Result>
}
