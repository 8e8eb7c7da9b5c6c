/**
 * The direction of imports. In the site: pages → layouts → features → browser | ui → contracts → domain
 * → publication, beside it functions → contracts | the Markdown pipeline, manuscripts’ checks → domain →
 * publication; in scripts: dev → import → desk → operate → build → shared.
 * `.astro` files are checked by the same rules (scripts/dev/checks/check-astro-imports.ts).
 */

/** Code that only tests use may import whatever it tests. */
const tests = '\\.(test|spec)\\.ts$|/testing/|^src/journeys/'

/** The files at `from` import nothing of the project except what matches `allowed`. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { path: '^(src|functions|scripts)/', pathNot: allowed },
})

module.exports = {
  forbidden: [
    only(
      'publication',
      'publication is data that imports nothing',
      '^src/publication/',
      '^src/publication/',
    ),
    only(
      'domain-is-pure',
      'domain imports itself, publication and zod',
      '^src/domain/',
      '^src/(domain|publication)/',
    ),
    {
      name: 'domain-has-no-sdk',
      comment: 'domain and publication use no environment, fetch, clock or SDK',
      severity: 'error',
      from: { path: '^src/(domain|publication)/', pathNot: tests },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
    },
    only(
      'contracts',
      'contracts import domain',
      '^src/contracts/',
      '^src/(contracts|domain|publication)/',
    ),
    only(
      'browser',
      'browser imports contracts and domain',
      '^src/browser/',
      '^src/(browser|contracts|domain|publication)/',
    ),
    only(
      'ui',
      'ui imports contracts and domain, and calls to the browser',
      '^src/ui/',
      '^src/(ui|browser|contracts|domain|publication)/',
    ),
    only(
      'content',
      'content imports contracts and domain',
      '^src/content/',
      '^src/(content|contracts|domain|publication)/',
    ),
    only(
      'features',
      'features import downwards',
      '^src/features/',
      '^src/(features|browser|ui|contracts|domain|publication|content)/',
    ),
    {
      name: 'features-meet-at-stores',
      comment: 'a feature imports another feature’s store file, and nothing else of it',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/($1/|[^/]+/[^/]*-store\\.ts$)' },
    },
    only(
      'layouts',
      'layouts import features and below',
      '^src/layouts/',
      '^src/(layouts|features|browser|ui|contracts|domain|publication|content|styles)/',
    ),
    only('pages', 'the site imports the site', '^src/pages/', '^src/'),
    only(
      'functions',
      'functions import contracts, domain, the Markdown pipeline, manuscripts’ checks and slugs',
      '^functions/',
      '^functions/|^src/(contracts|domain|publication)/|^src/content/(markdown\\.ts$|readable-slug\\.ts$|manuscript/)',
    ),
    {
      name: 'no-yaml-in-the-worker',
      comment: 'only files have front matter; the Worker and its checks load no YAML parser',
      severity: 'error',
      from: {
        path: '^(functions|src/content/manuscript/(?!parse-|format-))',
        pathNot: tests,
      },
      to: { path: 'node_modules/yaml/|^src/content/manuscript/(parse-|format-)' },
    },
    only(
      'functions-platform',
      'platform is the lowest floor of the Worker',
      '^functions/platform/',
      '^functions/platform/|^src/(contracts|domain|publication)/',
    ),
    only(
      'functions-identity',
      'identity uses platform',
      '^functions/identity/',
      '^functions/(identity|platform)/|^src/(contracts|domain|publication)/',
    ),
    only(
      'functions-outbox',
      'outbox uses identity and platform; app/ registers its handlers',
      '^functions/outbox/',
      '^functions/(outbox|identity|platform)/|^src/(contracts|domain|publication)/',
    ),
    {
      name: 'only-app-knows-all',
      comment: 'what knows all capabilities of the Worker is in app/, and nothing imports it',
      severity: 'error',
      from: { path: '^functions/', pathNot: `${tests}|^functions/app/|\\.d\\.ts$` },
      to: { path: '^functions/app/' },
    },
    {
      name: 'testing-is-for-tests',
      comment: 'nothing that ships imports a testing folder',
      severity: 'error',
      from: {
        path: '^(src|functions|scripts/(shared|build|desk|import|operate))/',
        pathNot: tests,
      },
      to: { path: '/testing/' },
    },
    only(
      'shared',
      'scripts/shared is the lowest layer of scripts',
      '^scripts/shared/',
      '^scripts/shared/|^functions/platform/adapters/|^src/(content|contracts|domain|publication)/',
    ),
    only(
      'build',
      'scripts/build uses shared',
      '^scripts/build/',
      '^scripts/(build|shared)/|^functions/platform/(adapters|environment)/|^src/(content|contracts|domain|publication)/',
    ),
    only(
      'operate',
      'scripts/operate uses build',
      '^scripts/operate/',
      '^scripts/(operate|build|shared)/|^functions/|^src/(content|contracts|domain|publication)/',
    ),
    only(
      'desk',
      'scripts/desk uses build; only its table of commands loads the importer',
      '^scripts/desk/(?!run-desk\\.ts$)',
      '^scripts/(desk|build|shared)/|^functions/|^src/(content|contracts|domain|publication)/',
    ),
    only(
      'import',
      'scripts/import uses the desk',
      '^scripts/import/',
      '^scripts/(import|desk|build|shared)/|^functions/|^src/(content|contracts|domain|publication)/',
    ),
    {
      name: 'scripts-use-platform',
      comment:
        'scripts use the lowest floor of the Worker and its writes of documents; what changes readers’ records, and tools that measure the Worker, also its records',
      severity: 'error',
      from: {
        path: '^scripts/',
        pathNot: `${tests}|^scripts/(desk/commands/role-command\\.ts$|import/readers/|dev/(bench|sample)/)`,
      },
      to: { path: '^functions/', pathNot: '^functions/(documents|platform|testing)/' },
    },
    {
      name: 'commands-without-service-keys',
      comment:
        'the desk’s commands call the Worker; only operators’ tools and the first role use the keys of services',
      severity: 'error',
      from: {
        path: '^scripts/desk/commands/',
        pathNot: `${tests}|/role-command\\.ts$`,
      },
      to: {
        path: '^scripts/(shared/connect-firestore|desk/command-line/desk-environment)\\.ts$|^functions/platform/adapters/paypal-payments\\.ts$',
        reachable: true,
      },
    },
    {
      name: 'scripts-without-app',
      comment: 'no script depends on all capabilities of the Worker',
      severity: 'error',
      from: { path: '^scripts/', pathNot: tests },
      to: { path: '^functions/app/' },
    },
    {
      name: 'no-cycles',
      comment: 'two modules that import each other are one module',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.astro$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
    },
  },
}
