// The Model Context Protocol's SDK: a bundle of its own, which only `partition-lens mcp` loads.
export { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
export * as z from 'zod';
