// Imported first by every script: says in a sentence what would otherwise be a puzzling error later.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `This script needs Node 24 and runs on ${process.version}. Start it through npm (for example "npm test" or ` +
      `"npm run build"): that finds the Node 24 which "node scripts/setup.mjs" installs.`,
  );
  process.exit(1);
}
