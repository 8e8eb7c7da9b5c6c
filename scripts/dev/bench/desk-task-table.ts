/** The tables of an editor's tasks, in our desk and in Ghost's admin. */
import { compareFigures, createComparisonTable, type Figure, type Table } from './figure.ts'
import { requireAtMost } from './targets.ts'

export const taskLabels = {
  story: 'a first story, with the same parts',
  shortStory: 'the same, with no more than has to be given',
  fix: 'a word corrected in a published story',
  schedule: 'a draft scheduled',
  recover: 'words typed a second before a crash, until they’re there again',
  findWord: 'a story of last year, by a word of its headline',
  findBeginning: 'the same, by the first words of its headline',
} as const
export type TaskName = keyof typeof taskLabels
export const taskNames = Object.keys(taskLabels) as TaskName[]

/** Null if the text was lost. */
export type TaskFigures = Readonly<
  Record<TaskName, Readonly<Record<'actions' | 'seconds', Figure | null>> | null>
>
type OpeningFigures = Readonly<Record<'seconds' | 'kilobytes' | 'requests', Figure | null>>
export type DeskFigures = { readonly tasks: TaskFigures; readonly opening: OpeningFigures }

/** Without Ghost, there is one column of figures. */
export function createTaskTable(
  own: DeskFigures,
  other: (DeskFigures & { readonly name: string }) | null,
): Table {
  const taskRows = taskNames.flatMap((name) => {
    const [ours, theirs] = [own.tasks[name], other?.tasks[name]]
    const row = (part: 'actions' | 'seconds', unit: '' | 's') => {
      const cells = compareFigures(
        `${taskLabels[name]}, ${part}`,
        ours?.[part] ?? null,
        theirs?.[part] ?? null,
        unit,
      )
      if (ours === null) cells[1] = 'lost'
      if (theirs === null) cells[2] = 'lost'
      return cells
    }
    return [row('actions', ''), row('seconds', 's')]
  })
  const opening = (what: string, part: keyof OpeningFigures, unit: 's' | 'kB' | '') =>
    compareFigures(
      `a draft opened with an empty cache, ${what}`,
      own.opening[part],
      other?.opening[part] ?? null,
      unit,
    )
  const rows = [
    ...taskRows,
    opening('until a typed character is shown', 'seconds', 's'),
    opening('transferred', 'kilobytes', 'kB'),
    opening('requests', 'requests', ''),
  ]
  if (other) return createComparisonTable(`${other.name}, an editor’s tasks`, rows)
  return {
    title: 'An editor’s tasks',
    head: ['what', 'ours'],
    rows: rows.map((cells) => cells.slice(0, 2)),
  }
}

export const checkTaskTargets = ({ tasks: { fix } }: DeskFigures) => [
  requireAtMost(`${taskLabels.fix}, actions`, fix?.actions, 5, ''),
  requireAtMost(`${taskLabels.fix}, seconds`, fix?.seconds, 15, 's'),
]
