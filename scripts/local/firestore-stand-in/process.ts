/** The stand-in as a process of its own: `process.ts {port} {file}`. */
import { deployedIndexes } from './composite-index.ts'
import { startFirestoreStandIn } from './server.ts'

const [port, file] = process.argv.slice(2)
const standIn = await startFirestoreStandIn({
  port: Number(port),
  file: file!,
  indexes: deployedIndexes(),
})

const stop = () => standIn.stop().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// The supervisor is gone: nobody would end this process any more.
process.on('disconnect', stop)
