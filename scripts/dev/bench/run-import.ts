/**
 * `desk import`, allowed to fetch pictures from the benchmark's own server:
 *
 *     node scripts/dev/bench/run-import.ts ORIGIN wordpress export.xml …
 */
import { exitCodes } from '../../desk/command-line/exit-status.ts'
import { createImportCommand } from '../../import/import-command.ts'

const [localOrigin = null, ...args] = process.argv.slice(2)
process.exitCode = exitCodes[await createImportCommand(localOrigin).run(args)]
