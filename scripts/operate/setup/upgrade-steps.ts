/** Upgrades a running site to this version of the project, and first lists what can't be rolled back. */
import { connectCloudflare } from './cloudflare/connect-cloudflare.ts'
import { createForcedDeployStep, deployStep, listMigrations } from './cloudflare/deploy-step.ts'
import { readMigrations, readWorker } from './cloudflare/worker-facts.ts'
import { type Finding, forCheck } from './run/finding.ts'
import { getDomain, type SetupContext, type Step } from './run/step.ts'
import { steps } from './steps.ts'

async function listFinalChanges(context: SetupContext): Promise<Finding[]> {
  const cloudflare = connectCloudflare(context)
  const configuration = context.configuration()
  const worker = await readWorker(cloudflare, configuration.name, getDomain(context.settings) ?? '')
  const tags = configuration.migrations.map(({ tag }) => tag)
  const newTags = worker ? tags.slice(tags.indexOf(worker.migrationTag ?? '') + 1) : []
  const findings = newTags.map((tag) =>
    forCheck(`Durable Objects, migration ${tag}`).warning(
      'Cloudflare doesn’t roll back past this migration',
      'If this version fails, deploy a corrected one instead of rolling back.',
    ),
  )
  for (const { database_name: database = '' } of configuration.d1_databases) {
    const applied = await readMigrations(cloudflare, database)
    for (const name of listMigrations().filter((file) => !applied.includes(file))) {
      findings.push(
        forCheck(`statistics, migration ${name}`).warning(
          'stays if the version is rolled back',
          'Earlier versions work after this migration, because migrations only add.',
        ),
      )
    }
  }
  return findings.length > 0 ? findings : [forCheck('rollback').ok('everything can be rolled back')]
}

const rollbackStep: Step = {
  name: 'rollback',
  title: 'changes that can’t be undone (see also the upgrade notes in CHANGELOG.md)',
  isPreflight: true,
  needs: ['cloudflare-account'],
  inspect: listFinalChanges,
}

export function createUpgradeSteps(): readonly Step[] {
  const repeated = steps.filter(({ name }) => name !== 'try-out')
  const preflight = repeated.filter(({ isPreflight }) => isPreflight)
  const others = repeated.filter(({ isPreflight }) => !isPreflight)
  const deploy = createForcedDeployStep()
  return [
    ...preflight,
    rollbackStep,
    ...others.map((step) => (step === deployStep ? deploy : step)),
  ]
}
