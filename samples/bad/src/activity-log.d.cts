interface LogLine {
  source: string;
  number: number;
  time: Date;
  text: string;
}

export declare function createLog(connectionString: string): {
  createTable(): Promise<void>;
  append(line: LogLine): Promise<void>;
  latest(source: string, count: number): Promise<string[]>;
  clear(source: string): Promise<void>;
};
