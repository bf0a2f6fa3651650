/** What somebody wants to release. */
export interface Release {
  readonly version: string;
  /** The version that package.json has. */
  readonly current: string;
  /** The public address of the repository; undefined when nobody has said it yet. */
  readonly repository: string | undefined;
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
}

/** As the Marketplace takes it: three numbers. */
const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

/** Hosts of which vsce knows where the README's pictures are to be had. */
const REPOSITORY = /^https:\/\/(github\.com\/[\w-]+\/[\w.-]+|gitlab\.com\/[\w-][\w.-]*(\/[\w-][\w.-]*)+)$/;

/** Why this cannot be released, in sentences; none when it can. */
export function refusals({ version, current, repository, changelog }: Release): readonly string[] {
  const ofVersion = versionRefusals(version, current);
  const ofChangelog = ofVersion.length > 0 ? [] : changelogRefusals(changelog, version);
  return [...ofVersion, ...repositoryRefusals(repository), ...ofChangelog];
}

function versionRefusals(version: string, current: string): string[] {
  if (!VERSION.test(version)) {
    return [`"${version}" is no version. Give three numbers: npm run release -- ${current}`];
  }
  return isBefore(version, current) ? [`${version} comes before ${current}, which package.json has.`] : [];
}

function repositoryRefusals(repository: string | undefined): string[] {
  if (repository === undefined) {
    return [
      "The repository's public address is not known, and README's links and pictures lead there. Give it once, and " +
        'package.json keeps it: npm run release -- VERSION --repository https://github.com/OWNER/NAME',
    ];
  }
  if (REPOSITORY.test(repository)) return [];
  return [
    `"${repository}" is no repository at GitHub or GitLab. Give its address as https://github.com/OWNER/NAME.`,
  ];
}

function changelogRefusals(changelog: string, version: string): string[] {
  const sections = changelog.split(/^## /m).slice(1);
  const textOf = (title: string): string | undefined =>
    sections
      .find((section) => section.split('\n', 1)[0]?.trim() === title)
      ?.slice(title.length)
      .trim();
  if (textOf('Unreleased') !== undefined) {
    return [`CHANGELOG.md still says "## Unreleased". Put what is new under "## ${version}".`];
  }
  if ((textOf(version) ?? '') !== '') return [];
  return [`CHANGELOG.md says nothing of ${version}. Put what is new under "## ${version}".`];
}

function isBefore(version: string, other: string): boolean {
  const [a, b] = [version, other].map((each) => each.split('.').map(Number));
  const at = a?.findIndex((number, index) => number !== b?.[index]) ?? -1;
  return at >= 0 && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}
