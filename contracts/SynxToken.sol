// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Burnable} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Burnable.sol";

/// @title SYNX
/// @notice An ERC-20 of fixed supply. All of it is minted here, to a published table; afterwards it can only be burned,
/// by its holders. Nobody has a right over it that another holder does not have.
contract SynxToken is ERC20, ERC20Burnable {
    /// One line of the supply table.
    struct Mint {
        address to;
        uint256 amount;
    }

    /// 1,110,000,000 SYNX.
    uint256 public constant MINTED = 1_110_000_000e9;

    error WrongSum(uint256 sum);

    constructor(Mint[] memory table) ERC20("SYNX", "SYNX") {
        for (uint256 i = 0; i < table.length; ++i) {
            _mint(table[i].to, table[i].amount);
        }
        require(totalSupply() == MINTED, WrongSum(totalSupply()));
    }

    /// A base unit is the unit of the sale's ledger: list, ledger and chain show the same integers.
    function decimals() public pure override returns (uint8) {
        return 9;
    }

    /// Tokens sent to the token itself would be lost; it is the most common mistake of holders.
    function _update(address from, address to, uint256 value) internal override {
        require(to != address(this), ERC20InvalidReceiver(to));
        super._update(from, to, value);
    }
}
