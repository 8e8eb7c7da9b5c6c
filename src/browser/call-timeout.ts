/** In milliseconds: longer than any backend timeout, so that the Worker's own response arrives first. */
export const callTimeout = 15_000
