import { expect, it } from 'vitest'
import { createTaskTable, type DeskFigures, taskNames } from './desk-task-table.ts'
import { summarise } from './figure.ts'

function createFigures(actions: number, seconds: number): DeskFigures {
  const task = { actions: summarise([actions]), seconds: summarise([seconds]) }
  const opening = { kilobytes: summarise([300]), requests: summarise([20]) }
  return {
    tasks: Object.fromEntries(taskNames.map((name) => [name, task])) as DeskFigures['tasks'],
    opening: { ...opening, seconds: summarise([seconds]) },
  }
}

it('tasks are compared by their actions and seconds, and a lost text is named', () => {
  const other = createFigures(4, 1)
  const table = createTaskTable(createFigures(2, 3), {
    name: 'Ghost 6',
    ...other,
    tasks: { ...other.tasks, recover: null },
  })
  expect(table.rows).toContainEqual(['a draft scheduled, actions', '2', '4', '0.50x'])
  expect(table.rows).toContainEqual(['a draft scheduled, seconds', '3 s', '1 s', '3.00x'])
  expect(table.rows.filter((cells) => cells.includes('lost'))).toEqual([
    [expect.stringMatching(/crash.*actions$/), '2', 'lost', '–'],
    [expect.stringMatching(/crash.*seconds$/), '3 s', 'lost', '–'],
  ])
})

it('without another program, ours has the only figures', () => {
  const table = createTaskTable(createFigures(2, 3), null)
  expect(table.head).toEqual(['what', 'ours'])
  expect(table.rows).toContainEqual(['a draft scheduled, actions', '2'])
})
