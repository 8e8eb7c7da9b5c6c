/** Checks that the files that describe the project to tools and hosts agree with package.json. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

type Job = {
  readonly steps: readonly { readonly uses?: string; readonly with?: { readonly path?: string } }[]
}

const read = (path: string) => readFileSync(path, 'utf8')
const manifest = JSON.parse(read('package.json'))
const pinnedNode = read('.nvmrc').trim()
const [, oldestNode] = /^>=(\d+)$/.exec(manifest.engines.node)!

it('where the system’s Node is older, the version in .nvmrc is installed', () => {
  expect(new Set(Object.values(manifest.optionalDependencies))).toEqual(new Set([pinnedNode]))
})

it('the tests run on the oldest supported Node and on the version in .nvmrc', () => {
  const { jobs } = parse(read('.github/workflows/test.yml'))
  expect(jobs.test.strategy.matrix.node).toEqual([oldestNode, pinnedNode])
  expect(jobs.test.steps.at(-1)).toEqual({ run: 'npm test' })
})

it('the dev container has the same major version of Node as .nvmrc', () => {
  const { image } = JSON.parse(read('.devcontainer/devcontainer.json'))
  expect(image).toMatch(new RegExp(`:${pinnedNode.split('.')[0]}-`))
})

it('the changelog begins with the unreleased changes and the current version', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings.slice(0, 2)).toEqual(['Unreleased', manifest.version])
})

describe.each(globSync('.github/workflows/*.yml'))('%s', (path) => {
  const workflow = parse(read(path))

  it('may only read the repository', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
  })

  // Pull requests, even from forks, can read the default branch's cache.
  it('caches nothing but downloaded packages and an encrypted build', () => {
    const jobs: readonly Job[] = Object.values(workflow.jobs)
    const cached = jobs.flatMap(({ steps }) =>
      steps.flatMap((step) => (step.uses?.startsWith('actions/cache') ? [step.with?.path] : [])),
    )
    expect(new Set([...cached, 'build.enc'])).toEqual(new Set(['build.enc']))
    expect(read(path)).not.toContain('actions/upload-artifact')
  })
})
