// Brings node_modules up to date with package-lock.json. Plain Node 20, no dependencies: it is the first
// thing that runs in a fresh clone.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Partition Lens needs Node 20 or newer; this is ${process.version}.`);
  process.exit(1);
}

if (!installed()) {
  console.log('Installing the development dependencies (npm ci) …');
  // through a shell: npm is a batch file on Windows
  const npm = spawnSync('npm ci --no-audit --no-fund --loglevel=error', {
    cwd: new URL('..', import.meta.url),
    stdio: 'inherit',
    shell: true,
  });
  if (npm.status !== 0) {
    console.error('npm ci failed; its message is above.');
    process.exit(npm.status ?? 1);
  }
}

/** Whether npm's own record of node_modules names every package of the lock file in the same version. */
function installed() {
  const present = packages('../node_modules/.package-lock.json');
  return (
    present !== undefined &&
    Object.entries(packages('../package-lock.json') ?? {}).every(
      ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
    )
  );
}

function packages(file) {
  try {
    return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
