/** The Firestore fake as a process: `fake-firestore-process.ts {port} {file}`. */
import { readDeployedIndexes } from './composite-index.ts'
import { startFakeFirestore } from './fake-firestore.ts'

const [port, file] = process.argv.slice(2)
const fakeFirestore = await startFakeFirestore({
  port: Number(port),
  file: file!,
  indexes: readDeployedIndexes(),
})

const stop = () => fakeFirestore.stop().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// The supervisor has exited, so nothing else would end this process.
process.on('disconnect', stop)
