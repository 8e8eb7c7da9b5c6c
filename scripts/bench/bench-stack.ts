/** The local stack with the sample publication, for benchmarks that need readers' pages. */
import { type Stack, startStack } from '../local/stack.ts'

/**
 * Works with a running stack and ends it. Firestore is the built-in stand-in, as anywhere. What fills
 * the stack with more than the sample names one of its own.
 */
export async function withStack<Answer>(
  work: (stack: Stack) => Promise<Answer>,
  own?: string,
): Promise<Answer> {
  process.env.FIRESTORE = 'stand-in'
  const stack = await startStack({
    name: own ? `bench-${own}` : 'bench',
    fresh: own !== undefined,
    verbose: false,
    ports: { site: 10_787, firestore: 10_681, auth: 10_099, outbox: 10_025 },
    onCrash: (message) => console.error(message),
  })
  try {
    return await work(stack)
  } finally {
    await stack.stop()
  }
}
