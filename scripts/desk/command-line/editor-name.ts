/** The name for the log where no access key says whose it is. */
import { spawnSync } from 'node:child_process'
import { operatorEnvironment } from '../../shared/operator-environment.ts'
import { DeskError } from './exit-status.ts'

/** Null if unknown. `by` is the --by option. */
export function findEditorName(by?: string): string | null {
  const name = (by ?? operatorEnvironment.DESK_EDITOR ?? readGitUserName()).trim()
  return name === '' ? null : name.slice(0, 200)
}

function readGitUserName(): string {
  const result = spawnSync('git', ['config', 'user.name'], { encoding: 'utf8' })
  return result.status === 0 ? result.stdout : ''
}

export function requireEditorName(name: string | null): string {
  if (name !== null) return name
  throw new DeskError(
    'The log needs your name. Add --by NAME, or set DESK_EDITOR or git’s user.name.',
  )
}
