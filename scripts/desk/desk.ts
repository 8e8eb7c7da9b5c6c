/** The editors' command line: npm run desk -- COMMAND … */
import { runDesk } from './run-desk.ts'

process.exitCode = await runDesk(process.argv.slice(2))
