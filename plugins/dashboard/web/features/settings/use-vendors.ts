import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../api";
import { keys } from "../../query-keys";

/** Reads the settings of all vendors. */
export const useVendors = () => useQuery({ queryKey: keys.vendors, queryFn: () => vireo.settings.list() });
