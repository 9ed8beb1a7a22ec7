import { useQuery } from "@tanstack/react-query";
import { HOUR_MS, vireo } from "../../api";
import { keys } from "../../query-keys";

export const useModules = () =>
  useQuery({ queryKey: keys.modules, queryFn: () => vireo.modules.list(), staleTime: HOUR_MS });
