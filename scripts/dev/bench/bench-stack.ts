import { join } from 'node:path'
import { startEdge } from '../stack/edge.ts'
import { freePort } from '../stack/ports.ts'
import { type Stack, type StackOptions, startStack } from '../stack/stack.ts'

/** Starts a separate stack on the Firestore fake. Name the stack if the benchmark changes its content. */
export async function withStack<Answer>(
  run: (stack: Stack) => Promise<Answer>,
  stackName?: string,
  options: Pick<StackOptions, 'deskLimit'> = {},
): Promise<Answer> {
  const stack = await startStack({
    name: stackName ? `bench-${stackName}` : 'bench',
    fresh: stackName !== undefined,
    verbose: false,
    firestore: 'fake',
    ports: { site: 10_787, firestore: 10_681, auth: 10_099, inbox: 10_025 },
    ...options,
    onCrash: (message) => console.error(message),
  })
  try {
    return await run(stack)
  } finally {
    await stack.stop()
  }
}

/** Starts the stack's Worker on a site, with another database. */
export const startEdgeWithDatabase = async (
  { backends }: Stack,
  site: string,
  databaseUrl: string,
) =>
  startEdge({
    port: await freePort(10_800),
    site,
    variables: { ...backends.workerVariables, FIRESTORE_URL: databaseUrl },
    storage: join(backends.folder, 'edge'),
    verbose: false,
    onCrash: (message) => console.error(message),
  })
